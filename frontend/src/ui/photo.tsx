import { type ComponentProps, useState } from 'react';
import { isPicture } from '../paths';

type Props = Omit<ComponentProps<'img'>, 'alt' | 'src'> & { alt: string; src: string };

/** A picture that leaves its box empty when it cannot be loaded. */
export function Photo({ src, alt, ...rest }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === broken || !isPicture(src)) return null;
  const noteBroken = () => setBroken(src);
  return (
    <img
      src={src}
      alt={alt}
      {...rest}
      onError={noteBroken}
      ref={(image) => {
        // It may have failed before the page came to life.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') noteBroken();
      }}
    />
  );
}
