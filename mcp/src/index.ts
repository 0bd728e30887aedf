export { createMcpResponder, type McpResponder } from './respond.ts';
export { serveOverStdio } from './stdio.ts';
