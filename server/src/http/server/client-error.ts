import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, type ErrorResponse } from '../errors/error-response.ts';

const unreadable: ErrorResponse = {
  statusCode: 400,
  code: 'validation_failed',
  message: 'The request is not valid HTTP.',
};
const byCode: Readonly<Record<string, ErrorResponse>> = {
  HPE_HEADER_OVERFLOW: {
    statusCode: 431,
    code: 'body_too_large',
    message: 'The headers of the request exceed 16 KiB in total.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusCode: 408,
    code: 'unavailable',
    message: 'The request did not arrive completely within 30 seconds.',
  },
};

/**
 * Responds to input that could not be parsed as a request, with the standard error body, and closes
 * the connection.
 */
export function handleClientError(error: { code?: string }, socket: Socket, id: string): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const response = byCode[error.code ?? ''] ?? unreadable;
    const body = JSON.stringify(errorBody(response, id));
    const head = [
      `HTTP/1.1 ${response.statusCode} ${STATUS_CODES[response.statusCode] ?? ''}`,
      `x-request-id: ${id}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
