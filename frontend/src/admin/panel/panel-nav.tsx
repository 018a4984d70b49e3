import { type Section, TITLES } from './sections';

type Props = {
  sections: readonly Section[];
  section: Section;
  /** The keyboard starts here, where no form has the focus already. */
  isStart: boolean;
  onShow: (section: Section) => void;
};

/** The row under the panel's head that leads to its sections. */
export function PanelNav({ sections, section, isStart, onShow }: Props) {
  return (
    <nav className="panel-nav" aria-label="Panel sections">
      <ul>
        {sections.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === section ? 'true' : undefined}
              autoFocus={isStart && one === section}
              onClick={() => onShow(one)}
            >
              {TITLES[one]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Brings a section of the panel into view, with the focus on its heading: no keyboard springs up on a phone. */
export function goToSection(section: Section): void {
  const place =
    document.querySelector(`[data-section="${section}"]`) ??
    document.querySelector('[data-section="content"]');
  const heading = place?.querySelector<HTMLElement>('h3');
  if (place?.contains(document.activeElement)) return;
  heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  heading?.focus({ preventScroll: true });
}
