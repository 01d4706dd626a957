import styles from "./picture.module.css";

interface Sources {
  avif: string;
  webp: string;
}

export interface PictureData extends Sources {
  alt: string;
  /** The class of the rule with the colour that is shown until the picture arrives. */
  tint: string;
  /** The class of the rule with the point that cropping must keep. */
  focus?: string;
  width: number;
  height: number;
  src: string;
  /** Another crop for narrow screens. */
  phone?: Sources;
}

interface PictureProps {
  picture: PictureData;
  sizes: string;
  /** The picture is in the first view, so it is fetched first. */
  eager?: boolean;
  /** The picture repeats one that is described elsewhere. */
  decorative?: boolean;
  className?: string | undefined;
  children?: React.ReactNode;
}

export function Picture({ picture, sizes, eager = false, decorative = false, className = "", children }: PictureProps) {
  const { alt, tint, focus, width, height, src, avif, webp, phone } = picture;
  return (
    <div className={`${styles.art} ${className}`} data-tint={`c${tint}`} data-focus={focus}>
      <picture>
        {phone && <source media="(width < 60rem)" type="image/avif" srcSet={phone.avif} sizes={sizes} />}
        {phone && <source media="(width < 60rem)" type="image/webp" srcSet={phone.webp} sizes={sizes} />}
        <source type="image/avif" srcSet={avif} sizes={sizes} />
        <img
          src={src}
          srcSet={webp}
          sizes={sizes}
          width={width}
          height={height}
          alt={decorative ? "" : alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
        />
      </picture>
      {children}
    </div>
  );
}
