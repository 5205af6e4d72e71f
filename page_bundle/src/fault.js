// A failure that the caller is told about. Anything else that is thrown is a defect of ours.

export class Fault extends Error {
  /**
   * @param {string} code a key of CODES in bridge/errors.py
   * @param {string} message what happened, naming what and listing at most 8 candidates
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
