import { type ComponentProps, useEffect, useState } from 'react';

interface BlobImageProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  blob: Blob;
  alt: string;
}

/** A picture that exists only in this page. Its URL, and the memory behind it, is released with the component. */
export function BlobImage({ blob, alt, ...rest }: BlobImageProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <img {...rest} src={address} alt={alt} />;
}
