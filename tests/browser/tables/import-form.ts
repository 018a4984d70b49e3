/** The panel's import of tables, in which several dates are added at once. */

import { expect, type LiveSite, type Page, panelAs } from '../fixtures';

export const PREVIEW = '/rest/v1/rpc/preview_import';
export const RUN = '/rest/v1/rpc/run_import';

/** Four dates: of one the artist is mistyped, one has a day that there is not, and one has days and months in numbers. */
export const TABLE = [
  ['Who', 'When', 'Where', 'Town'],
  ['Mara Voss', '4/12/2031', 'Kesselhaus Nord', 'Leipzig, Germany'],
  ['Nite Ferry', '13 December 2031', 'Depot 23', 'Ghent, Belgium'],
  ['Mara Voss', '31/11/2031', 'Sala Sur', 'Málaga, Spain'],
  ['Abel Quintero', '5/12/2031', 'The Roxy', 'Portland, OR'],
]
  .map((cells) => cells.join('\t'))
  .join('\n');

export async function openImport(page: Page, who: 'admin' | 'contact', site: LiveSite) {
  const panel = await panelAs(page, who, site);
  await panel.getByRole('button', { name: 'Several at once' }).click();
  await expect(panel.getByLabel('Paste a table')).toBeFocused();
  return panel;
}
