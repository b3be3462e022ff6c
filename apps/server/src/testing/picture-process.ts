import sharp from 'sharp';

// Prints a JPEG like one from a good camera: nearly 40 million pixels of fine grain, about 20 MB.

const [width, height] = [7680, 5120];
const grain = { type: 'gaussian', mean: 128, sigma: 14 } as const;
const picture = sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } });
process.stdout.write(await picture.jpeg({ quality: 88 }).withMetadata({ orientation: 1 }).toBuffer());
