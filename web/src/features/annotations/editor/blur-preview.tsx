import { regionStyle, type Region, type Size } from '../../compare/compare.rules.ts';

/** Blurred region of the image. The server replaces its pixels by coarse blocks in the copy. */
export function BlurPreview({ region, area }: { region: Region; area: Size }) {
  return (
    <span
      aria-hidden="true"
      style={regionStyle(region, area)}
      className="pointer-events-none absolute bg-white/30 outline -outline-offset-1 outline-ink/25 backdrop-blur-[14px]"
    />
  );
}
