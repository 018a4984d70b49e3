import { Photo } from '../ui/photo';

export function Disc({ image }: { image: string }) {
  return (
    <div className="disc" aria-hidden="true">
      <div className="disc__label">
        <Photo
          src={image}
          alt=""
          widths={[240, 480]}
          sizes="240px"
          width={240}
          height={240}
          loading="lazy"
        />
      </div>
      <div className="disc__hole" />
    </div>
  );
}
