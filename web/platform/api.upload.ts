import { type AnyRoute, pathOf, type RouteArgs, type RouteOutput } from '@mizan/contract/route.ts';
import { authorization, failure, networkFailure, queryText, refusedChange, sentToken } from './api.client.ts';

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Sends one file as it is to a route whose bodyKind is 'upload', with progress (which fetch cannot report).
 * @throws ApiError as `call` does; an aborted upload rejects with the signal's reason.
 */
export function upload<R extends AnyRoute>(
  route: R,
  args: Omit<RouteArgs<R>, 'body'>,
  file: Blob,
  options: { onProgress?: (progress: UploadProgress) => void; signal?: AbortSignal } = {},
): Promise<RouteOutput<R>> {
  const { params, query } = args as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const sentWith = sentToken();
  const request = new XMLHttpRequest();
  request.open(route.method, pathOf(route, params) + queryText(query));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.setRequestHeader('Accept', 'application/json');
  for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', (event) => {
    options.onProgress?.({ sentBytes: event.loaded, totalBytes: event.total });
  });
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => {
      const { status, responseText: text } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(text));
      else void refusedChange(route, failure(route, { status, text, sentWith }), sentWith).then(reject);
    });
    request.addEventListener('error', () => reject(networkFailure(route, 'upload')));
    request.addEventListener('abort', () => reject(options.signal?.reason));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
