import { useContext, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../../account/session/session';
import { type Session, UNSURE } from '../../account/session/session-state';
import type { Choice } from '../../events/edit/event-form';
import type { User } from '../../types';
import { Modal } from '../../ui/dialog/modal';
import { CloseButton } from '../../ui/icon-button';
import { LinkButton } from '../../ui/link-button';
import { Alert } from '../../ui/message/alert';
import { PanelStartContext } from '../../ui/open-panel';
import { Part } from '../../ui/parts/part';
import { Address } from '../../ui/type/address';
import { AccountPanes } from '../account/account-panes';
import { NothingYet } from '../page/nothing-yet';
import { OtherArtists } from '../page/other-artists';
import { YourPage } from '../page/your-page';
import { Panes } from '../panes';
import { FactorNeeded } from './factor-needed';
import { FURTHER_SECTIONS, FurtherSection, hasFurther } from './further-section';
import { goToSection, PanelNav } from './panel-nav';
import { hasNothing, isOwnerOnly, isSection, type Section, sectionsFor } from './sections';

type Props = {
  user: Pick<User, 'id' | 'email'>;
  /** The sign-in dialog is on top. */
  isCovered: boolean;
  signOutFailure: string | null;
  onSignOut: () => void;
  onClose: () => void;
};

export function PanelDialog({ user, isCovered, signOutFailure, onSignOut, onClose }: Props) {
  const titleId = useId();
  const { isRecovering, isUnsure } = useSession();
  const known = useKnownSession();
  const sections = known ? sectionsFor(known) : [];
  const startAt = useContext(PanelStartContext);
  const [chosen, setChosen] = useState<Section | null>(
    isRecovering ? 'account' : isSection(startAt) ? startAt : null,
  );
  const section = chosen ?? (known && isOwnerOnly(known) ? 'page' : 'dates');
  const [opened, setOpened] = useState<readonly Section[]>([]);
  /** Whose owner is to be invited, and how often that was asked for: each time the form is open anew. */
  const [invited, setInvited] = useState<{ artist?: Choice; times: number }>({ times: 0 });
  function show(next: Section): void {
    flushSync(() => {
      setChosen(next);
      setOpened([...opened, section]);
    });
    goToSection(next);
  }
  function invite(artist: Choice): void {
    setInvited({ artist, times: invited.times + 1 });
    show('people');
  }
  const isContent = section === 'dates' || section === 'artists';
  return (
    <Modal aria-labelledby={titleId} isCovered={isCovered} onClose={onClose}>
      <div className="panel-head">
        <div className="panel-head__top">
          <h2 className="head" id={titleId}>
            Admin panel
          </h2>
          <span className="panel-head__email" title={user.email}>
            <Address text={user.email} />
          </span>
          <LinkButton onClick={onSignOut}>Sign Out</LinkButton>
          <CloseButton onClose={onClose} />
        </div>
        <PanelNav sections={sections} section={section} isStart={!isRecovering} onShow={show} />
      </div>
      {signOutFailure && <Alert message={signOutFailure} />}
      {isUnsure && <Alert message={UNSURE} />}
      {!known && (
        <p className="modal__sec late" role="status">
          Checking what you may do...
        </p>
      )}
      {/* What was typed in one section is still there after a look at the other. */}
      {known && sections.includes('page') && (
        <div hidden={section !== 'page'} data-section="page">
          <Part>
            <YourPage owns={known.owns} onClose={onClose} />
          </Part>
          {isOwnerOnly(known) && <OtherArtists />}
        </div>
      )}
      {known && sections.includes('dates') && (
        // biome-ignore lint/a11y/noStaticElementInteractions: It only looks where the focus is.
        <div
          hidden={!isContent}
          data-section="content"
          onFocus={({ target }) => setChosen(contentSection(target))}
        >
          {known.needsFactor && <FactorNeeded onSetUp={() => show('account')} />}
          {hasNothing(known) && <NothingYet />}
          <Part>
            <Panes onInvite={invite} />
          </Part>
        </div>
      )}
      {FURTHER_SECTIONS.map((one) => (
        <div key={one} hidden={one !== section} data-section={one}>
          <Part>
            {(one === section || (hasFurther() && opened.includes(one))) && (
              <FurtherSection
                key={one === 'people' ? invited.times : 0}
                section={one}
                invited={invited.artist}
              />
            )}
          </Part>
        </div>
      ))}
      <div hidden={section !== 'account'} data-section="account">
        <Part>
          {(section === 'account' || opened.includes('account')) && <AccountPanes user={user} />}
        </Part>
      </div>
    </Modal>
  );
}

/** Dates and artists stand in one column: where the focus is says which of the two a person is at. */
function contentSection(target: Element): Section {
  return target.closest('[data-section="dates"]') ? 'dates' : 'artists';
}

/** What the person was last known to be allowed; null until the first answer. What is shown outlives a new check. */
function useKnownSession(): Session | null {
  const session = useSession();
  const [known, setKnown] = useState<Session | null>(null);
  if (session.user && session.isChecked && session !== known) setKnown(session);
  return known;
}
