import { Button } from '../../ui/button';
import { onEscape } from '../../ui/keys';

type Props = {
  /** The names of the fields that would be lost. */
  changed: string[];
  keep: () => void;
  leave: () => void;
};

const WORDS: Record<string, string> = {
  name: 'name',
  genre: 'genre',
  latest_song: 'latest song',
  image: 'picture',
  image_alt: 'description of the picture',
  credit: 'credit',
  bio: 'bio',
  website: 'website',
  social_instagram: 'Instagram',
  social_twitter: 'Twitter',
  links: 'links',
  new_link: 'links',
};

/** Asks in the place of Save whether to leave what was typed behind. Escape keeps. */
export function LeaveQuestion({ changed, keep, leave }: Props) {
  const lost = new Set(changed.map((name) => WORDS[name] ?? name));
  return (
    <>
      <p className="editbar__question" id="leave-question" role="alert">
        <b>Leave without saving?</b> <span>{`Not saved: ${[...lost].join(', ')}.`}</span>
      </p>
      <fieldset className="form__act" aria-labelledby="leave-question" onKeyDown={onEscape(keep)}>
        <Button look="line" onClick={leave}>
          Leave
        </Button>
        <Button look="primary" onClick={keep} autoFocus>
          Keep editing
        </Button>
      </fieldset>
    </>
  );
}
