/** Small files of each kind, whole enough for the server to recognise them. */
export const samples = {
  text: { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk.\n') },
  pdf: {
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n' +
        'trailer<</Root 1 0 R>>\n%%EOF\n',
    ),
  },
  picture: {
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  word: {
    name: 'letter.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from('PK\u0003\u0004 and so on'),
  },
  program: { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
} as const;

export type Sample = (typeof samples)[keyof typeof samples];
