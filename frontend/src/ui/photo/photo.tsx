import { type ComponentProps, useState } from 'react';
import { isPicture, sourceSet, withoutFocus } from '../../pictures';
import { classOf } from '../type/fitted-rules';

type Props = Omit<ComponentProps<'img'>, 'alt' | 'src' | 'srcSet'> & {
  /** Whose picture it is: initials show in its place when it cannot be had. */
  of: { name: string; image: string };
  alt: string;
  /** The widths to offer to the browser; see `sourceSet`. */
  widths: readonly number[];
  /** It cannot be had: the initials show. */
  onLost?: () => void;
};

/** A picture in the size that its box needs; initials in large type when it cannot be loaded. */
export function Photo({ of: artist, alt, widths, sizes, onLost, ...rest }: Props) {
  const [src, focus] = withoutFocus(artist.image);
  const srcSet = sourceSet(src, widths);
  const [failed, setFailed] = useState<string>();
  if (failed === src || !isPicture(src)) {
    return <StandIn name={artist.name} className={rest.className} />;
  }
  const isOriginal = !srcSet || failed === srcSet;
  // The browser may be able to show a picture that the server cannot resize.
  const noteFailure = () => {
    setFailed(isOriginal ? src : srcSet);
    if (isOriginal) onLost?.();
  };
  return (
    <img
      {...(isOriginal ? {} : { srcSet, sizes })}
      src={src}
      alt={alt}
      decoding="async"
      {...rest}
      {...(focus && { className: `${rest.className ?? ''} ${focusClass(focus)}` })}
      onError={noteFailure}
      ref={(image) => {
        // It may have failed before the page was hydrated.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') noteFailure();
      }}
    />
  );
}

/** It comes before what the place of the picture says for pictures without a focus. */
function focusClass(focus: string): string {
  return classOf(`object-position:${focus}!important`);
}

/** The letters are painted by the style sheet: they are no text of the page. */
function StandIn({ name, className = '' }: { name: string; className: string | undefined }) {
  const [first = name, second] = name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? []);
  return (
    <div
      className={`${className} stand-in`}
      data-first={first}
      data-second={second}
      aria-hidden="true"
    />
  );
}
