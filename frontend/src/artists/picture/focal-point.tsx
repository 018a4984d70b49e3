import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { keyOf } from '../../ui/keys';
import { focusOf, movedBy, type Point } from './focus';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LARGE_STEP = 10;

type Props = {
  image: string;
  address: string;
  onMove: (point: Point) => void;
  onFailure: () => void;
  onLoad: () => void;
};

/** The picture in full, with a ring on what must stay in view: it is moved by pressing, and with the arrow keys. */
export function FocalPoint({ image, address, onMove, onFailure, onLoad }: Props) {
  const id = useId();
  const point = focusOf(image);
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const part = (at: number, start: number, length: number) => ((at - start) / length) * 100;
    const pressed = {
      x: part(event.clientX, box.left, box.width),
      y: part(event.clientY, box.top, box.height),
    };
    onMove(movedBy(pressed, 0, 0));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[keyOf(event)];
    if (!step) return;
    event.preventDefault();
    const size = event.shiftKey ? LARGE_STEP : 1;
    onMove(movedBy(point, step[0] * size, step[1] * size));
  };
  const said = `${point.x} % from the left, ${point.y} % from the top`;
  return (
    <>
      <div className="picture__whole" onPointerDown={press} onPointerMove={press}>
        <img src={address} alt="Uncropped" draggable={false} onError={onFailure} onLoad={onLoad} />
        <button
          type="button"
          className="picture__ring"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-label={`What stays in view: ${said}`}
          aria-describedby={id}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="form__note" id={id}>
        Press what must stay in view, or move the ring with the arrow keys: by 1%, or with Shift by
        10%.
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
