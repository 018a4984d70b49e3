import { FieldError, TextField } from '../../ui/form/field';
import { useOrder } from '../../ui/form/ordered-rows';
import type { useForm } from '../../ui/form/use-form';
import { AddLink } from './add-link';
import type { ArtistDraft } from './draft';
import { LinkRow } from './link-row';
import { linksProblem, linksText, listedLinks, nameOf, type TypedLink } from './links';

export type ArtistForm = Pick<ReturnType<typeof useForm<ArtistDraft>>, 'field' | 'fill' | 'values'>;

type ConnectProps = {
  form: ArtistForm;
  /** What follows the name of a network. */
  handle?: string;
};

/** Where else an artist is. */
export function ConnectFields({ form, handle = '' }: ConnectProps) {
  const { field } = form;
  const profile = { isOptional: true, placeholder: '@username' };
  return (
    <>
      <TextField
        label="Website"
        type="url"
        isOptional
        placeholder="https://example.com"
        {...field('website')}
      />
      <TextField label={`Instagram${handle}`} {...profile} {...field('social_instagram')} />
      <TextField label={`Twitter${handle}`} {...profile} {...field('social_twitter')} />
      <LinksField form={form} />
    </>
  );
}

/** Where an artist can be listened to: a list in the order of "Listen Now", and a field that takes any address. */
function LinksField({ form: { field, fill, values } }: { form: ArtistForm }) {
  const links = listedLinks(values);
  const change = (next: TypedLink[]) => fill({ links: linksText(next) });
  const order = useOrder(links, (place) => nameOf(links, place), change);
  const { error } = field('links');
  return (
    <fieldset className="links-field wide">
      <legend className={links.length > 0 ? undefined : 'visually-hidden'}>Links</legend>
      <div className="links-field__box" ref={order.box}>
        {links.length > 0 && (
          <ol className="link-rows" role="list" aria-label="Links, in order">
            {links.map((_, place) => (
              <LinkRow
                // biome-ignore lint/suspicious/noArrayIndexKey: A row is its place; what is in it is typed over.
                key={place}
                links={links}
                place={place}
                order={order}
                wasSent={error !== undefined}
                onChange={change}
              />
            ))}
          </ol>
        )}
        {error && !linksProblem(links) && <FieldError isUrgent>{error}</FieldError>}
        <AddLink
          field={field('new_link')}
          links={links}
          onAdd={(next) => fill({ links: linksText(next), new_link: '' })}
        />
      </div>
    </fieldset>
  );
}
