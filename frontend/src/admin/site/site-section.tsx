import { useResource } from '../../api/queries/query-store';
import { type SiteSettings, settingsResource, usualNameResource } from '../../api/settings';
import { SaveProblem } from '../../artists/edit/save-problem';
import { LogoField } from '../../artists/picture/logo-field';
import { USUAL_FOOTER, useSite } from '../../site';
import { DraftNotice } from '../../ui/form/draft-notice';
import { TextField } from '../../ui/form/field';
import { SaveOrCancel } from '../../ui/form/submit-button';
import { DoneNote } from '../../ui/list/done-note';
import { LoadFailure } from '../../ui/list/load-failure';
import { AccentField } from './accent-field';
import { colourIn, PINK } from './contrast';
import { Miniature } from './miniature';
import { useSiteForm } from './use-site-form';

/** What the site is called and how it looks, with a picture of it beside the form. */
export function SiteSection() {
  const site = useSite();
  const { data, error, onRetry } = useResource(settingsResource);
  const usual = useResource(usualNameResource);
  if (data && (usual.data || usual.error))
    return <SiteForm settings={data} usualName={usual.data ?? site.name} />;
  if (error === undefined) return <p role="status">Loading...</p>;
  return <LoadFailure what="The settings" onRetry={onRetry} />;
}

function SiteForm({ settings, usualName }: { settings: SiteSettings; usualName: string }) {
  const editor = useSiteForm(settings, usualName);
  const { field, values, note } = editor;
  const accent = colourIn(values.accent) ?? settings.accent ?? PINK;
  return (
    <>
      <p className="form__note">Changes show at once, for everybody.</p>
      <div className="look">
        <form className="form" aria-label="Site" {...editor.form}>
          <DraftNotice {...editor} />
          <TextField
            label="Name of the site"
            isOptional
            hint={`Also in titles and mail. Without one: ${usualName}`}
            placeholder={usualName}
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
            hint={`Without one: ${USUAL_FOOTER}`}
            placeholder={USUAL_FOOTER}
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
          <LogoField {...field('logo')} />
          <AccentField {...field('accent')} />
          <div className="form__act">
            <SaveProblem {...editor} />
            <SaveOrCancel isBusy={editor.isBusy} onCancel={() => editor.reset()} />
          </div>
        </form>
        <div className="look__side">
          <h4 className="look__head">As visitors will see it</h4>
          <Miniature {...values} site_name={values.site_name.trim() || usualName} accent={accent} />
          <p className="form__note">
            Where the accent is used for text, it is darkened on light pages and lightened on dark
            ones, as far as needed to stay readable.
          </p>
        </div>
      </div>
      <DoneNote {...note} />
    </>
  );
}
