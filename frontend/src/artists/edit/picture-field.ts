import { lazyComponent } from '../../ui/lazy-component';

/** The picture of an artist's form, which comes as a script of its own with the storage client. */
export const PictureField = lazyComponent(
  async () => (await import('../picture/picture-field')).PictureField,
);
