// Loaded before the server (--import): its clock is SKEW milliseconds ahead of this computer's.
const RealDate = Date;
const skew = Number(process.env.SKEW ?? 0);

class SkewedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + skew);
    else super(...(given as [number]));
  }
  static override now() {
    return RealDate.now() + skew;
  }
}
globalThis.Date = SkewedDate as DateConstructor;
