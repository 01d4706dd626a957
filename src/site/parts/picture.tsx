import styles from "./picture.module.css";

interface Sources {
  /** Empty for a first look, before the pictures are encoded in every format. */
  avif: string;
  webp: string;
}

export interface PictureData extends Sources {
  alt: string;
  /** The colours of its left and its right, which are shown until the picture arrives. */
  tint: readonly [left: string, right: string];
  /** Names the rule with the point that cropping must keep. */
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
    <div className={`${styles.art} ${className}`} data-focus={focus}>
      {/* An attribute of SVG may name a colour where the page's policy forbids style attributes. */}
      {tint.map((colour) => (
        <svg key={colour} color={`#${colour}`} aria-hidden="true" />
      ))}
      <picture>
        {phone && (
          <source
            media="(width < 60rem)"
            type={phone.avif ? "image/avif" : "image/webp"}
            srcSet={phone.avif || phone.webp}
            sizes={sizes}
          />
        )}
        {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
        <img
          src={src}
          // A browser without AVIF gets one size: those that the style sheet is built for all have it.
          srcSet={avif ? undefined : webp}
          sizes={avif ? undefined : sizes}
          width={width}
          height={height}
          alt={decorative ? "" : alt}
          loading={eager ? undefined : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          // A picture further down is drawn with its part of the page: a capture would show it as missing otherwise.
          decoding={eager ? "async" : "sync"}
        />
      </picture>
      {children}
    </div>
  );
}
