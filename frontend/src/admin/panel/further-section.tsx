import type { Choice } from '../../events/edit/event-form';
import { lazyComponent } from '../../ui/parts/lazy-component';
import { Pane } from '../pane';
import { TITLES } from './sections';

let hasCome = false;

async function load() {
  const sections = await import('../further-sections');
  hasCome = true;
  return sections;
}

/** Whether a section has something to keep while another is shown. One whose script did not come asks for it anew. */
export const hasFurther = () => hasCome;

/** By their names, the sections of the further script. */
const FURTHER = {
  people: lazyComponent(async () => (await load()).People, TITLES.people),
  history: lazyComponent(async () => (await load()).History, TITLES.history),
  site: lazyComponent(async () => (await load()).SiteSection, TITLES.site),
};

type Further = keyof typeof FURTHER;

export const FURTHER_SECTIONS = Object.keys(FURTHER) as Further[];

type Props = {
  section: Further;
  /** The artist whose owner is to be invited. */
  invited: Choice | undefined;
};

/** A section of the further script, under its heading, which is there at once. */
export function FurtherSection({ section, invited }: Props) {
  const Content = FURTHER[section];
  return (
    <Pane title={TITLES[section]}>
      <Content invited={invited} />
    </Pane>
  );
}
