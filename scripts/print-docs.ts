// Prints docs/configuration.md, docs/openapi.json and the printed files of the clients from their
// sources; `--check` only reports files that differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A printed file: the module and function that return its content. */
interface PrintedDoc {
  readonly path: string;
  readonly module: string;
  readonly printer: string;
}

const docs: readonly PrintedDoc[] = [
  {
    path: 'docs/configuration.md',
    module: 'server/src/config/config.ts',
    printer: 'configDocumentation',
  },
  {
    path: 'docs/openapi.json',
    module: 'server/src/http/docs/openapi.ts',
    printer: 'openApiDocument',
  },
  {
    path: 'sdk/typescript/src/printed/capture-options.ts',
    module: 'scripts/clients/print-typescript.ts',
    printer: 'printCaptureOptions',
  },
  {
    path: 'sdk/typescript/src/printed/responses.ts',
    module: 'scripts/clients/print-typescript.ts',
    printer: 'printResponses',
  },
  {
    path: 'sdk/typescript/src/printed/option-table.ts',
    module: 'scripts/clients/print-typescript.ts',
    printer: 'printOptionTable',
  },
  {
    path: 'sdk/python/src/shotwright/printed.py',
    module: 'scripts/clients/print-python.ts',
    printer: 'printPythonTypes',
  },
];

async function print({ path, module, printer }: PrintedDoc): Promise<string | undefined> {
  if (!existsSync(join(root, module))) return undefined;
  const loaded: Record<string, unknown> = await import(join(root, module));
  const printDoc = loaded[printer];
  if (typeof printDoc !== 'function') {
    process.stdout.write(`${path}: ${module} exports no ${printer} yet\n`);
    return undefined;
  }
  const content: unknown = await printDoc();
  return typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
}

const isCheck = process.argv.includes('--check');
for (const doc of docs) {
  const wanted = await print(doc);
  if (wanted === undefined) continue;
  const file = join(root, doc.path);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (isCheck) {
    process.stdout.write(`${doc.path} differs from the output of ${doc.module}\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    process.stdout.write(`wrote ${doc.path}\n`);
  }
}
