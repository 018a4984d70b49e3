import { PLAY } from './icons';

export function Icon({ shape }: { shape: string }) {
  return (
    <svg
      className={shape === PLAY ? 'ico ico--fill' : 'ico'}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
