import { flushSync } from 'react-dom';
import { attempt, explain } from '../../api/client/explain';
import { useStore } from '../../api/queries/query-store';
import {
  fetchSettings,
  type SiteSettings,
  saveSettings,
  settingsResource,
} from '../../api/settings';
import { undoable } from '../../api/undo';
import { useRecordForm } from '../../artists/edit/use-record-form';
import { LABELS } from '../../columns';
import { useSite } from '../../site';
import { merged } from '../../ui/form/values';
import { useDone } from '../../ui/list/use-done';
import { changedSettings, checkSite, draftOf, type SiteDraft } from './draft';
import { showBrand } from './show-brand';

const CONFLICT =
  'Someone else changed the settings while you were editing. Your changes have not been saved.';

export function useSiteForm(settings: SiteSettings, usualName: string) {
  const store = useStore();
  const site = useSite();
  const { setDone, note } = useDone();
  const { origin } = window.location;

  const form = useRecordForm<SiteSettings, SiteDraft>({
    record: settings,
    draftOf: (version) => draftOf(version, origin),
    merge: merged,
    check: checkSite,
    labels: LABELS.music_settings,
    keepAs: 'site',
    failed: 'Not saved: the settings of the site.',
    load: async () => {
      const newest = await fetchSettings();
      store.set(settingsResource, newest);
      return newest;
    },
    submit: async (draft, base, before) => {
      // Its Undo is of the save before.
      setDone(null);
      const changed = changedSettings(before, draft, origin);
      if (Object.keys(changed).length === 0) {
        setDone({ text: 'There was nothing to save.' });
        return null;
      }
      const answer = await saveSettings(base, changed).catch(explain);
      if (!('row' in answer))
        return answer.kind === 'conflict' ? { ...answer, message: CONFLICT } : answer;
      const { row, transaction } = answer;
      show(row, form.typedSince());
      const said = sentenceOf(Object.keys(changed));
      setDone(undoable(said, transaction, setDone, () => showUndone(row)));
      return null;
    },
  });

  /** Shows the settings as they are now, with what is `typed` over them. */
  function show(saved: SiteSettings, typed: Partial<SiteDraft>): void {
    showBrand(site, { ...saved, site_name: saved.site_name ?? usualName });
    store.set(settingsResource, saved);
    void store.invalidate(settingsResource.tables, settingsResource);
    flushSync(() => form.begin(saved, typed));
  }

  async function showUndone(saved: SiteSettings): Promise<void> {
    const failure = await attempt(async () => {
      const restored = await fetchSettings();
      show(restored, form.typedSince(draftOf(saved, origin)));
    });
    setDone(failure ? { text: failure.message } : { text: 'Undone. The site is as it was.' });
  }

  return { ...form, note };
}

function sentenceOf(changed: readonly string[]): string {
  if (changed.includes('accent')) return 'Saved. The site has its new colour.';
  if (changed.includes('site_name')) return 'Saved. The site has its new name.';
  return 'Saved. Every visitor sees it from now on.';
}
