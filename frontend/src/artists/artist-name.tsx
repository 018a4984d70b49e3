import { SplitBill } from '../ui/type/bill';

/** The name that an artist's page begins with. */
export function ArtistName({ name }: { name: string }) {
  return (
    <div className="wrap profile-name">
      <div className="measure">
        <h1>
          <SplitBill text={name} />
        </h1>
      </div>
    </div>
  );
}
