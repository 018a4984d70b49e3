import { useResource, useStore } from '../../api/query-store';
import { type SiteSettings, settingsResource } from '../../api/settings';
import { SaveProblem } from '../../artists/edit/save-problem';
import { Button } from '../../ui/button';
import { DraftNotice } from '../../ui/form/draft-notice';
import { TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { DoneNote } from '../../ui/list/done-note';
import { LoadFailure } from '../../ui/list/load-failure';
import { AccentField } from './accent-field';
import { colourIn, PINK } from './contrast';
import { Miniature } from './miniature';
import { useSiteForm } from './use-site-form';

/** What the site is called and how it looks, with a picture of it beside the form. */
export function SiteSection() {
  const store = useStore();
  const { data, error } = useResource(settingsResource);
  if (data) return <SiteForm settings={data} />;
  if (error === undefined) return <p role="status">Loading...</p>;
  return <LoadFailure what="The settings" onRetry={() => void store.load(settingsResource)} />;
}

function SiteForm({ settings }: { settings: SiteSettings }) {
  const editor = useSiteForm(settings);
  const { field, values, done, setDone } = editor;
  const accent = colourIn(values.accent) ?? settings.accent ?? PINK;
  return (
    <>
      <p className="form__note">Changes show at once, for everybody.</p>
      <div className="look">
        <form className="form" aria-label="Site" {...editor.form}>
          <DraftNotice {...editor} />
          <TextField
            label="Name of the site"
            hint="Also in titles and mail"
            {...field('site_name')}
          />
          <TextField
            label="Tagline"
            isOptional
            hint="Optional, in search results"
            {...field('tagline')}
          />
          <TextField
            label="Footer line"
            isOptional
            placeholder="Artists, releases and dates."
            {...field('footer')}
          />
          <TextField
            label="Contact"
            isOptional
            hint="Optional, in the footer"
            type="email"
            placeholder="hello@example.com"
            {...field('contact')}
          />
          <TextField
            label="Logo"
            isOptional
            hint="Optional, in the place of the name"
            type="url"
            placeholder="https://example.com/logo.svg"
            {...field('logo')}
          />
          <AccentField {...field('accent')} />
          <div className="form__act">
            <SaveProblem {...editor} />
            <SubmitButton isBusy={editor.isBusy} busyLabel="Saving...">
              Save Changes
            </SubmitButton>
            <Button look="line" onClick={() => editor.reset()}>
              Cancel
            </Button>
          </div>
        </form>
        <div className="look__side">
          <h4 className="look__head">As visitors will see it</h4>
          <Miniature {...values} accent={accent} />
          <p className="form__note">
            Where the accent is text, it is made darker on light pages and lighter on dark ones, so
            far as it takes to read it.
          </p>
        </div>
      </div>
      <DoneNote done={done} onClose={() => setDone(null)} />
    </>
  );
}
