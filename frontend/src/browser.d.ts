/** What the types of the browser leave out: https://wicg.github.io/netinfo/ */
// biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to another
interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}
