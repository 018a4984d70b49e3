import { type ComponentProps, useState } from 'react';
import { isPicture, sourceSet } from '../pictures';

type Props = Omit<ComponentProps<'img'>, 'alt' | 'src' | 'srcSet'> & {
  alt: string;
  src: string;
  /** In which the picture may be shown; see `sourceSet`. */
  widths: readonly number[];
};

/** A picture in the size that its place needs; it leaves its box empty when it cannot be loaded. */
export function Photo({ src, alt, widths, sizes, ...rest }: Props) {
  const srcSet = sourceSet(src, widths);
  const [failed, setFailed] = useState<string>();
  if (failed === src || !isPicture(src)) return null;
  const isOriginal = !srcSet || failed === srcSet;
  // What the server cannot make smaller, the browser may still be able to show.
  const noteFailure = () => setFailed(isOriginal ? src : srcSet);
  return (
    <img
      {...(isOriginal ? {} : { srcSet, sizes })}
      src={src}
      alt={alt}
      decoding="async"
      {...rest}
      onError={noteFailure}
      ref={(image) => {
        // It may have failed before the page came to life.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') noteFailure();
      }}
    />
  );
}
