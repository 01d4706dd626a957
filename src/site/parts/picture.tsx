import styles from "./picture.module.css";

interface Sources {
  avif: string;
  webp: string;
}

export interface PictureData extends Sources {
  alt: string;
  /** Of the rule with the colour that stands in its place. */
  tint: string;
  /** Of the rule that says what must be seen where it is cut. */
  focus?: string;
  width: number;
  height: number;
  src: string;
  /** A crop of its own for narrow screens. */
  phone?: Sources;
}

interface PictureProps {
  picture: PictureData;
  sizes: string;
  /** In the first view: fetched at once and first. */
  eager?: boolean;
  /** The picture repeats one that was described elsewhere. */
  decorative?: boolean;
  className?: string | undefined;
  children?: React.ReactNode;
}

export function Picture({ picture, sizes, eager = false, decorative = false, className = "", children }: PictureProps) {
  const { alt, tint, focus, width, height, src, avif, webp, phone } = picture;
  return (
    <div
      className={`${styles.art} ${eager ? "" : styles.later} ${className}`}
      data-tint={`c${tint}`}
      data-focus={focus}
    >
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
