import { Photo } from '../ui/photo';

export function Disc({ image }: { image: string }) {
  return (
    <div className="disc" aria-hidden="true">
      <div className="disc__label">
        <Photo src={image} alt="" width={640} height={480} loading="lazy" />
      </div>
      <div className="disc__hole" />
    </div>
  );
}
