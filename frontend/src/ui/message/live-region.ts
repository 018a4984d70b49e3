/** What screen readers announce the changes of: made when there is first something to say, and put where that is heard. */
export function liveRegion(role: 'status' | 'alert', className = '') {
  let region: HTMLElement | undefined;
  return (home: Element): HTMLElement => {
    if (!region) {
      region = document.createElement('div');
      region.className = className;
      region.setAttribute('role', role);
    }
    if (region.parentNode !== home) home.append(region);
    return region;
  };
}

/** A region that was just added, or says the same again, is heard only once it changes. */
export const toBeHeard = (change: () => void) => setTimeout(change, 100);
