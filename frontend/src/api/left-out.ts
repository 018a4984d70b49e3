/**
 * Stands in the build for parts of the session client that no page of this site calls: passkeys and wallets. The client
 * makes the first when it starts, and imports the rest by name.
 */
class LeftOut {}

function leftOut(): never {
  throw new Error('this part of the session client is left out of the build');
}

export {
  LeftOut as WebAuthnApi,
  leftOut as browserSupportsWebAuthn,
  leftOut as createCredential,
  leftOut as createSiweMessage,
  leftOut as deserializeCredentialCreationOptions,
  leftOut as deserializeCredentialRequestOptions,
  leftOut as fromHex,
  leftOut as getAddress,
  leftOut as getCredential,
  leftOut as serializeCredentialCreationResponse,
  leftOut as serializeCredentialRequestResponse,
  leftOut as toHex,
  leftOut as webAuthnAbortService,
};
