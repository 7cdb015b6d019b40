// @ts-check
// Questions to the server, and the line to a table.

/**
 * Asks the server; what it refuses is thrown with its own words.
 * @param {string} path
 * @param {{method?: string, body?: any, raw?: Blob}} [options]
 */
export async function ask(path, options = {}) {
  const init = { method: options.method ?? (options.body !== undefined || options.raw ? "POST" : "GET"), headers: {}, body: /** @type {any} */ (undefined) };
  if (options.raw) init.body = options.raw;
  else if (options.body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(options.body);
  }
  const answer = await fetch("/api/v1" + path, init);
  const text = await answer.text();
  let data = null;
  try { data = JSON.parse(text); } catch { /* no JSON */ }
  if (!answer.ok) throw new Error(data?.error ?? `${answer.status}`);
  return { status: answer.status, data };
}

/**
 * A line to a table that is taken up again when it breaks.
 * @param {string} id
 * @param {(message: any) => void} heard
 * @param {(open: boolean) => void} changed
 */
export function listen(id, heard, changed) {
  let closed = false, wait = 400;
  /** @type {WebSocket|null} */
  let socket = null;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/api/v1/tables/${id}/live`);
    socket.onopen = () => { wait = 400; changed(true); };
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = () => {
      if (closed) return;
      changed(false);
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 8000);
    };
  };
  open();
  return {
    /** @param {any} message */
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) { socket.send(JSON.stringify(message)); return true; }
      return false;
    },
    close() { closed = true; socket?.close(); },
  };
}
