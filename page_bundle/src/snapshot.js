/** @type {Record<string, import("./types.js").Command>} */
export const commands = {};
