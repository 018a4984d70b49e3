import { memo } from 'react';

type Props = { bitmap: ImageBitmap };

/** A picture that is still on its way, as it was decoded here; it is not drawn anew with each step of the way. */
export const Preview = memo(({ bitmap }: Props) => (
  <canvas
    className="picture__preview"
    width={bitmap.width}
    height={bitmap.height}
    ref={(canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)}
  />
));
