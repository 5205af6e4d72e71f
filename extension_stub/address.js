// What a person types into the address bar, as an address. Pure.

/** @param {string} typed */
export function address(typed) {
  const text = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^(about|chrome|data):/i.test(text)) return text;
  const host = /^(localhost|[^\s/?#:@]+\.[^\s/?#:@]+)(:\d{1,5})?([/?#]\S*)?$/i.test(text);
  return host ? `https://${text}` : `https://www.google.com/search?q=${encodeURIComponent(text)}`;
}
