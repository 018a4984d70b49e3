import { focusOf } from './focus';

const PLACES = [
  ['hero', 'Home page, top'],
  ['banner', 'Profile, top'],
  ['card', 'Card'],
  ['disc', 'Record'],
  ['share', 'When shared'],
] as const;

/** How the picture is cut where it is shown. */
export function Crops({ image, address }: { image: string; address: string }) {
  const { x, y } = focusOf(image);
  return (
    <ul className="crops" role="list" aria-label="How it is cut">
      {PLACES.map(([place, name]) => (
        <li key={place} className={`crops__${place}`}>
          <img src={address} alt="" style={{ objectPosition: `${x}% ${y}%` }} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
