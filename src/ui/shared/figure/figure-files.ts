/** @file A drawn figure as files, with its provenance in the SVG's metadata, a text of the PNG, the CSV's head. */
import { withPngText } from '../../../figures/png-text.ts';
import type { DrawnFigure } from '../../../../workers/figures/contract.ts';

/** Pixels per unit of the drawing: sharp on paper and on screens of high density. */
const SCALE = 2;
const METADATA = 'Description';

export const svgFile = ({ svg }: DrawnFigure): Blob => new Blob([svg], { type: 'image/svg+xml' });
export const csvFile = ({ csv }: DrawnFigure): Blob => new Blob([csv], { type: 'text/csv' });

/** @throws Error where the browser cannot draw it */
export async function pngFile(figure: DrawnFigure): Promise<Blob> {
  const address = URL.createObjectURL(svgFile(figure));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(SCALE * image.naturalWidth, SCALE * image.naturalHeight);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await canvas.convertToBlob({ type: 'image/png' });
    const bytes = withPngText(new Uint8Array(await png.arrayBuffer()), METADATA, figure.metadata);
    return new Blob([bytes], { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}
