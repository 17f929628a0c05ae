import { type AnyRoute, pathOf, type RouteArgs, type RouteOutput } from '@mizan/contract/route.ts';
import {
  authorization,
  failure,
  hearAnswer,
  networkFailure,
  queryText,
  refusedChange,
  requireLine,
  sentToken,
} from './api-client.ts';
import { heard, lineSignal, lineTimes } from './line.ts';

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Sends one file as it is to a route whose bodyKind is 'upload', with progress (which fetch cannot report).
 * @throws ApiError as `call` does; an aborted upload rejects with the signal's reason.
 */
export async function upload<R extends AnyRoute>(
  route: R,
  args: Omit<RouteArgs<R>, 'body'>,
  file: Blob,
  options: { onProgress?: (progress: UploadProgress) => void; signal?: AbortSignal } = {},
): Promise<RouteOutput<R>> {
  const { params, query } = args as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  await requireLine(route);
  const sentWith = sentToken();
  let line = lineSignal(options.signal);
  const request = new XMLHttpRequest();
  request.open(route.method, pathOf(route, params) + queryText(query));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.setRequestHeader('Accept', 'application/json');
  for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', (event) => {
    // A file may fill a narrow line so that beats come late: bytes that leave say as much.
    heard();
    options.onProgress?.({ sentBytes: event.loaded, totalBytes: event.total });
  });
  const giveUpWithLine = (): void => line.signal.addEventListener('abort', () => request.abort());
  // All of it is there: giving up takes nothing back, and a portal that reads a long file may be silent meanwhile.
  request.upload.addEventListener('load', () => {
    line.release();
    line = lineSignal(options.signal, { patienceMs: lineTimes.fileMs });
    giveUpWithLine();
  });
  return new Promise<RouteOutput<R>>((resolve, reject) => {
    request.addEventListener('load', () => {
      const { status, responseText: text } = request;
      hearAnswer(status);
      if (status >= 200 && status < 300) resolve(JSON.parse(text));
      else void refusedChange(route, failure(route, { status, text, sentWith }), sentWith).then(reject);
    });
    request.addEventListener('error', () => reject(networkFailure(route, 'upload')));
    request.addEventListener('abort', () =>
      reject(options.signal?.aborted ? options.signal.reason : networkFailure(route, 'upload')),
    );
    giveUpWithLine();
    request.send(file);
  }).finally(() => line.release());
}
