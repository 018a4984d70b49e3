import { type ComponentProps, useState } from 'react';
import { isPicture, sourceSet } from '../pictures';

type Props = Omit<ComponentProps<'img'>, 'alt' | 'src' | 'srcSet'> & {
  alt: string;
  src: string;
  /** The widths to offer to the browser; see `sourceSet`. */
  widths: readonly number[];
};

/** A picture in the size that its box needs. The box stays empty when it cannot be loaded. */
export function Photo({ src, alt, widths, sizes, ...rest }: Props) {
  const srcSet = sourceSet(src, widths);
  const [failed, setFailed] = useState<string>();
  if (failed === src || !isPicture(src)) return null;
  const isOriginal = !srcSet || failed === srcSet;
  // The browser may be able to show a picture that the server cannot resize.
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
        // It may have failed before the page was hydrated.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') noteFailure();
      }}
    />
  );
}
