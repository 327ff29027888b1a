/** @file Saves a drawn figure as SVG, CSV or PNG. The SVG and the CSV hold the settings; the PNG is a plain picture. */
import type { DrawnFigure } from '../../../../workers/jobs/figures/contract.ts';

/** Pixels per unit of the drawing: sharp on paper and on screens of high density. */
const SCALE = 2;

export const svgFile = ({ svg }: DrawnFigure): Blob => new Blob([svg], { type: 'image/svg+xml' });
export const csvFile = ({ csv }: DrawnFigure): Blob => new Blob([csv], { type: 'text/csv' });

/** @throws Error if the browser cannot draw it */
export async function pngFile(figure: DrawnFigure): Promise<Blob> {
  const address = URL.createObjectURL(svgFile(figure));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(SCALE * image.naturalWidth, SCALE * image.naturalHeight);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}
