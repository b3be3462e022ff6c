import type { Me, SpaceByCode } from '@polylogue/contract';
import { looksLike } from '@polylogue/sync/spaces';
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { Button, Disclosure, Notice, TextField } from '../../ui/index.ts';
import { newcomer, retryAfterSignIn, signInFor, withDestination } from '../account/index.ts';
import { profileRules, ruleError } from '../form/index.ts';
import {
  acceptWaiver,
  isRefused,
  nameOf,
  reasonOf,
  updateMe,
  WaiverText,
  waiverShown,
} from '../person/index.ts';
import { FirstPicture, saveFirstPicture } from '../self/index.ts';
import { aiNoticeSeen, JoiningName, joinSpace } from '../space/index.ts';
import { askedToJoin } from './asked-to-join.ts';
import styles from './join-page.module.css';

interface JoinFormProps {
  space: SpaceByCode;
  code: string;
  /** Null: they have no account, or are not signed in. */
  me: Me | null;
  /** Looks whether the link still works; if not, the page says so instead of this. */
  isAlive(): Promise<boolean>;
}

/** Joins a space; whoever has no name or picture yet can give one, and whoever has no account gets one on the way. */
export function JoinForm({ space, code, me, isAlive }: JoinFormProps) {
  const [, navigate] = useLocation();
  const [asked] = useState(() => askedToJoin.read(code));
  const [name, setName] = useState(asked?.name ?? '');
  const [picture, setPicture] = useState(asked?.picture ?? null);
  const [wrong, setWrong] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const hasName = Boolean(me?.first_name || me?.last_name);
  const [choice, setChoice] = useState<boolean>();
  const taken = me && hasName ? takenName(nameOf(me), space) : null;
  const showsName = !taken && (choice ?? space.showed_name ?? true);
  const mustRename = taken !== null && me?.privacy_settings.public_profile === true;

  useUnsavedName(me !== null && (isBusy || name.trim() !== '' || picture !== null));

  async function join(member: Me) {
    setBusy(true);
    setError(undefined);
    try {
      await retryAfterSignIn(async () => {
        if (!member.has_accepted_waiver) await acceptWaiver(waiverShown);
        if (!hasName && name.trim() !== '') await updateMe(namePartsIn(name));
        // A public profile shows the name by itself; whoever hides it later has given the name to no space.
        const chosen = member.privacy_settings.public_profile ? undefined : showsName;
        const invitation = code === space.space_id ? {} : { code };
        await joinSpace(space.space_id, { ...invitation, shows_name: hasName ? chosen : name.trim() !== '' });
      });
      aiNoticeSeen(member.user_id);
      askedToJoin.forget();
      // The first page of someone who is invited is the room; nothing else is asked of them.
      newcomer.clear();
      if (picture && !member.profile_picture_url) void saveFirstPicture(picture);
      navigate(`/spaces/${space.space_id}`, { replace: true });
    } catch (error) {
      // It was replaced while they were reading.
      if (isRefused(error, 404) && !(await isAlive())) return;
      setError(error);
      setBusy(false);
    }
  }

  /** Nobody signs up for a link that no longer works. */
  async function signUp() {
    setBusy(true);
    if (!(await isAlive())) return;
    await askedToJoin.keep({ code, name, picture });
    navigate(withDestination('/signup', new URL(signInFor(location.pathname), location.origin).search));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || mustRename) return;
    const wrong = hasName ? undefined : wrongIn(name, space);
    setWrong(wrong);
    if (wrong) return;
    void (me ? join(me) : signUp());
  }

  const goOn = useEffectEvent(() => {
    // They pressed Join, and have signed up or in since. An account's own name is theirs to see first.
    if (asked && me && !hasName) void join(me);
    else askedToJoin.forget();
  });
  useEffect(() => goOn(), []);

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {hasName && me ? (
        <p className={styles.quiet}>
          {taken === null ? (
            <JoiningName me={me} showsName={showsName} onChoose={setChoice} />
          ) : (
            <NameIsTaken by={taken} {...{ me, mustRename }} />
          )}
        </p>
      ) : (
        <TextField
          label="Your name"
          optional
          autoComplete="name"
          value={name}
          error={wrong}
          hint="What those in the room call you. Without one they see your username."
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
      )}
      {!me?.profile_picture_url && (
        <FirstPicture
          id={me?.user_id ?? code}
          name={name.trim() || (me ? nameOf(me) : '?')}
          picture={picture}
          onChange={setPicture}
        />
      )}
      <Button type="submit" tone="accent" busy={isBusy} disabled={mustRename} className={styles.join}>
        {isBusy && me ? 'Joining…' : 'Join'}
      </Button>
      {error !== undefined && (
        <Notice tone="bad" title={error instanceof Error ? error.message : ''}>
          {reasonOf(error)}
        </Notice>
      )}
      {!me && (
        <p className={styles.quiet}>
          Next you choose a username and a password. Already have an account?{' '}
          <Link href={signInFor(location.pathname)}>Sign in</Link>
        </p>
      )}
      {!me?.has_accepted_waiver && (
        <Disclosure title="By joining you accept four things" className={styles.waiver}>
          <WaiverText />
        </Disclosure>
      )}
    </form>
  );
}

function NameIsTaken({ by, me, mustRename }: { by: string; me: Me; mustRename: boolean }) {
  if (!mustRename) return `${by} is who invites you, so you join as @${me.username}.`;
  return (
    <>
      {by} is who invites you, and your public profile shows the same name. Write another one in{' '}
      <Link href="/settings/profile">Profile</Link> to join.
    </>
  );
}

/** If a member's sign-in ends meanwhile, the page asks for it over the form. No other page is kept from them. */
function useUnsavedName(isUnsaved: boolean) {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    return registerUnsavedWork({
      words: () => 'your name',
      isLostWithTab: () => false,
      confirmLeave: async () => true,
    });
  }, [isUnsaved]);
}

/** The first word, and the others. */
function namePartsIn(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...others] = name.trim().split(/\s+/u);
  return { first_name, last_name: others.join(' ') };
}

/** Who invites, if whoever has this name would be taken for them. */
const takenName = (name: string, { invited_by }: SpaceByCode) =>
  invited_by !== null && looksLike(name, invited_by) ? invited_by : null;

function wrongIn(name: string, space: SpaceByCode): string | undefined {
  const { first_name, last_name } = namePartsIn(name);
  const taken = takenName(name, space);
  if (taken !== null) return `${taken} is who invites you. Write your own name, or leave this empty.`;
  return ruleError(profileRules.first_name, first_name) ?? ruleError(profileRules.last_name, last_name);
}
