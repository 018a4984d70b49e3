export type Section = 'content' | 'account';

const TITLES: Record<Section, string> = { content: 'Artists and dates', account: 'Account' };
const SECTIONS = Object.keys(TITLES) as Section[];

type Props = { section: Section; onShow: (section: Section) => void };

/** The row under the panel's head that leads to its sections. */
export function PanelNav({ section, onShow }: Props) {
  return (
    <nav className="panel-nav" aria-label="Panel sections">
      <ul>
        {SECTIONS.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === section ? 'true' : undefined}
              onClick={({ currentTarget }) => {
                onShow(one);
                currentTarget.closest('dialog')?.scrollTo({ top: 0, behavior: 'instant' });
              }}
            >
              {TITLES[one]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
