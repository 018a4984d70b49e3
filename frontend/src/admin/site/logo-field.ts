import { lazyComponent } from '../../ui/lazy-component';

/** The logo in the form of the site, which comes with the script that sends pictures. */
export const LogoField = lazyComponent(
  async () => (await import('../../artists/picture/logo-field')).LogoField,
);
