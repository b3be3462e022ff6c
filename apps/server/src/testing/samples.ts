const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';
const jpeg =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4a' +
  'HjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAABAAEDASIAAhEBAxEB/8QA' +
  'FQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAA' +
  'AAAAAAD/2gAMAwEAAhEDEQA/AJgA/9k=';

/** The shortest valid file of each type. */
export const samples = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF'),
  text: Buffer.from('Grüße, 世界 🌍\n'),
  png: Buffer.from(png, 'base64'),
  jpeg: Buffer.from(jpeg, 'base64'),
  gif: Buffer.from('R0lGODlhAQABAIAAAExpcXd3dyH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  webp: Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQu971rv+BiOh/AAA=', 'base64'),
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08mdat', 'latin1'),
  mov: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  \0\0\0\x08mdat', 'latin1'),
  webm: Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853', 'hex'),
};
