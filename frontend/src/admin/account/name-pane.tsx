import { changeName, ownNameResource } from '../../api/auth/name';
import { useResource, useStore } from '../../api/queries/query-store';
import { MAX_NAME } from '../../limits';
import { tooLong } from '../../texts/text-errors';
import { lineFault, oneLine } from '../../texts/visible';
import type { User } from '../../types';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/form/field';
import { useForm } from '../../ui/form/use-form';
import { QueryFailure } from '../../ui/list/load-failure';
import { Alert } from '../../ui/message/alert';
import { News, useNews } from '../../ui/message/news';
import { Pane } from '../pane';

const TITLE = 'Your name';

/** How the person is called where others see what they did. */
export function NamePane({ user }: { user: Pick<User, 'id'> }) {
  const query = useResource(ownNameResource(user.id));
  return (
    <Pane title={TITLE}>
      {query.data !== undefined && <NameForm name={query.data} />}
      <QueryFailure what={TITLE} of={query} />
    </Pane>
  );
}

function NameForm({ name }: { name: string }) {
  const store = useStore();
  const { tellNews, news } = useNews();
  const { form, field, refusal, isBusy, reset } = useForm({
    initial: { name },
    check: (typed) => ({ name: tooLong(oneLine(typed.name), MAX_NAME) ?? lineFault(typed.name) }),
    failed: 'Not saved: your name.',
    submit: async (typed) => {
      tellNews('');
      const next = oneLine(typed.name);
      const failure = await changeName(next);
      if (failure) return failure;
      reset({ name: next });
      await store.invalidate(['music_people']);
      tellNews(next ? 'Your name is saved.' : 'Saved: your email address is shown instead.');
      return null;
    },
  });
  return (
    <form className="form narrow" aria-label={TITLE} {...form}>
      {refusal && <Alert message={refusal.message} />}
      <TextField
        label="Full name"
        hint="Admins see it in the history of what you change"
        isOptional
        autoComplete="name"
        {...field('name')}
      />
      <div className="form__act">
        <Button look="line" type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving...' : 'Save name'}
        </Button>
        <News {...news} />
      </div>
    </form>
  );
}
