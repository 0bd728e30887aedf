/** A rectangle of an image. Unit: pixels. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A changed part of an image. */
export interface ChangedRegion extends Region {
  /** Changed pixels in it. */
  readonly pixels: number;
}

/** One entry for each pixel, row by row; 0: unchanged. */
export interface ChangeMap {
  readonly pixels: Uint32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

const tilePx = 16;

/** Regions while they are found; `right` and `bottom` are inside of them. */
interface Found {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
}

/**
 * Returns the changed regions from top to bottom: the changed pixels of tiles of 16 pixels that touch
 * one another, each with the smallest rectangle around them.
 */
export function changedRegions(changes: ChangeMap): ChangedRegion[] {
  const { pixels, widthPx, heightPx } = changes;
  const tilesX = Math.ceil(widthPx / tilePx);
  const regionOfTile = joinTiles(changedTiles(changes), tilesX);
  const found: Found[] = [];
  for (let y = 0; y < heightPx; y += 1) {
    const tileRow = Math.floor(y / tilePx) * tilesX;
    for (let tile = 0; tile < tilesX; tile += 1) {
      const region = regionOfTile[tileRow + tile] ?? 0;
      if (region === 0) continue;
      const end = Math.min(widthPx, (tile + 1) * tilePx);
      for (let x = tile * tilePx; x < end; x += 1) {
        if (pixels[y * widthPx + x] !== 0) extend(found, { region, x, y });
      }
    }
  }
  return found
    .map(({ left, top, right, bottom, pixels: count }) => ({
      x: left,
      y: top,
      width: right - left + 1,
      height: bottom - top + 1,
      pixels: count,
    }))
    .toSorted((one, other) => one.y - other.y || one.x - other.x);
}

/** Returns 1 for each tile with a changed pixel, row by row. */
function changedTiles({ pixels, widthPx, heightPx }: ChangeMap): Uint32Array {
  const tilesX = Math.ceil(widthPx / tilePx);
  const tiles = new Uint32Array(tilesX * Math.ceil(heightPx / tilePx));
  for (let y = 0; y < heightPx; y += 1) {
    const tileRow = Math.floor(y / tilePx) * tilesX;
    for (let x = 0; x < widthPx; x += 1) {
      if (pixels[y * widthPx + x] !== 0) tiles[tileRow + Math.floor(x / tilePx)] = 1;
    }
  }
  return tiles;
}

/** Returns the number of each tile's region, from 1; 0 for an unchanged tile. */
function joinTiles(changed: Uint32Array, tilesX: number): Uint32Array {
  const regions = new Uint32Array(changed.length);
  const waiting: number[] = [];
  let count = 0;
  const visit = (tile: number): void => {
    if (changed[tile] !== 1 || regions[tile] !== 0) return;
    regions[tile] = count;
    waiting.push(tile);
  };
  for (let start = 0; start < changed.length; start += 1) {
    if (changed[start] !== 1 || regions[start] !== 0) continue;
    count += 1;
    visit(start);
    for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
      const x = tile % tilesX;
      for (const row of [tile - tilesX, tile, tile + tilesX]) {
        if (x > 0) visit(row - 1);
        visit(row);
        if (x < tilesX - 1) visit(row + 1);
      }
    }
  }
  return regions;
}

function extend(found: Found[], { region, x, y }: { region: number; x: number; y: number }): void {
  const one = (found[region - 1] ??= { left: x, top: y, right: x, bottom: y, pixels: 0 });
  one.left = Math.min(one.left, x);
  one.right = Math.max(one.right, x);
  one.bottom = y;
  one.pixels += 1;
}
