/** A picture that is still on its way, as it was decoded here. */
export function Preview({ bitmap }: { bitmap: ImageBitmap }) {
  return (
    <canvas
      className="picture__preview"
      width={bitmap.width}
      height={bitmap.height}
      ref={(canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)}
    />
  );
}
