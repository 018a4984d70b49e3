/** Accounts with a second factor, and the authenticator app that shows its codes. */

import { PASSWORD } from '../../live/cast';
import { codeOf } from '../../wire/account/authenticator';
import { auth, tokenOf, tryToSignIn } from '../accounts';
import { dialog, expect, type LiveSite, type Page } from '../fixtures';

/** `codeAt` is a code of now, or some steps of 30 seconds later; each is accepted once, and none before the last. */
export type SecondFactor = Readonly<{
  recoveryCodes: readonly string[];
  codeAt: (steps?: number) => string;
}>;

/** Gives an account a second factor, as on another device. The code of now is still to be used. */
export async function addFactor(site: LiveSite, email: string): Promise<SecondFactor> {
  const token = await tokenOf(site, email);
  type Enrolled = { id: string; totp: { secret: string }; recovery_codes: string[] };
  const { id, totp, recovery_codes } = await auth<Enrolled>(
    site,
    'POST factors',
    { factor_type: 'totp' },
    token,
  );
  const { id: challenge_id } = await auth<{ id: string }>(
    site,
    `POST factors/${id}/challenge`,
    {},
    token,
  );
  const code = codeOf(totp.secret, -1);
  await auth(site, `POST factors/${id}/verify`, { challenge_id, code }, token);
  return { recoveryCodes: recovery_codes, codeAt: (steps = 0) => codeOf(totp.secret, steps) };
}

export const codeField = (page: Page) => page.getByLabel('Code from your app');

/** Signs in with the password, up to the question for the code. */
export async function upToCode(page: Page, email: string): Promise<void> {
  await tryToSignIn(page, email, PASSWORD);
  await expect(codeField(page)).toBeFocused();
}

export async function signInWithCode(page: Page, email: string, code: string): Promise<void> {
  await upToCode(page, email);
  await codeField(page).pressSequentially(code);
  await expect(dialog(page).getByRole('button', { name: 'Sign Out' })).toBeVisible();
}
