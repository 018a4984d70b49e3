import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Icon } from '../../ui/icon';
import { PICTURE } from '../../ui/icons';

/** iPhones hand over their photographs as JPEG to who does not ask for HEIC. */
const KINDS = 'image/jpeg,image/png,image/webp,image/avif';

type Props = {
  label: string;
  file: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
  children?: ReactNode;
};

/** Where a picture is chosen or dropped, on a phone also taken: a file field as large as what is seen of it. */
export function Well({ label, file, onFile, children }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div className={isOver ? 'picture__well is-over' : 'picture__well'}>
      {children}
      <label htmlFor={id}>
        <Icon shape={PICTURE} />
        <span>{label}</span>
      </label>
      <input
        ref={file}
        id={id}
        className="picture__file"
        type="file"
        accept={KINDS}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </div>
  );
}
