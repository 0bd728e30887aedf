import type { OptionValue } from '@shotwright/contract';
import {
  clientOptions,
  optionSentence,
  printedNotice,
  responseSchemas,
  type ClientOption,
  type JsonSchema,
} from './wire-types.ts';

/** Returns `printed.py` of the Python SDK: options and responses as types. */
export function printPythonTypes(): string {
  const options = clientOptions();
  const ofBoth = options.filter(({ sources }) => sources.length === 2);
  const only = (source: 'URL' | 'HTML', isSource: boolean) =>
    options.filter(
      ({ name, sources }) =>
        sources.length === 1 &&
        sources.includes(source) &&
        (name === source.toLowerCase()) === isSource,
    );
  const classes: string[] = [];
  const responses = Object.entries(responseSchemas()).map(([name, schema]) => {
    const type = typeOf(schema, name, classes);
    return type === name ? '' : `\n\n${name} = ${type}`;
  });
  return `"""Types of options and responses. ${printedNotice.replaceAll('`', '``')}"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union


class _SharedCaptureOptions(TypedDict, total=False):
${ofBoth.map(fieldOf).join('\n')}


class _Url(TypedDict):
${only('URL', true).map(fieldOf).join('\n')}


class UrlCaptureOptions(_Url, _SharedCaptureOptions, total=False):
    """Options of a capture of a URL."""

${only('URL', false).map(fieldOf).join('\n')}


class _Html(TypedDict):
${only('HTML', true).map(fieldOf).join('\n')}


class HtmlCaptureOptions(_Html, _SharedCaptureOptions, total=False):
    """Options of a capture of HTML."""

${only('HTML', false).map(fieldOf).join('\n')}


class _Setting(TypedDict):
    setting_id: int


class SettingCaptureOptions(_Setting, _SharedCaptureOptions, total=False):
    """Options of a capture of the URL that a saved setting has."""

${only('URL', false).map(fieldOf).join('\n')}


# Beside setting_id, None removes an option of the setting.
CaptureOptions = Union[UrlCaptureOptions, HtmlCaptureOptions, SettingCaptureOptions]

${classes.join('\n\n')}${responses.join('')}


class ScreenshotPageMeta(TypedDict):
    page: int
    limit: int
    total: int
    isTotalExact: bool


class ScreenshotPage(TypedDict):
    screenshots: List[Screenshot]
    meta: ScreenshotPageMeta
`;
}

function fieldOf(option: ClientOption): string {
  const isSource = option.name === 'url' || option.name === 'html';
  const type = typeOfValue(option.value);
  return `    ${option.name}: ${isSource ? type : `Optional[${type}]`}
    """${optionSentence(option).replaceAll('\\', '\\\\')}"""`;
}

function typeOfValue(value: OptionValue): string {
  switch (value.kind) {
    case 'boolean':
      return 'bool';
    case 'number':
      return 'float';
    case 'id':
      return 'int';
    case 'choice':
      return literals(value.values);
    case 'choices':
      return `Sequence[${literals(value.values)}]`;
    case 'list':
      return 'Union[str, Sequence[str]]';
    case 'headers':
      return 'Mapping[str, str]';
    case 'cookies':
    case 'steps':
      return 'Union[str, Sequence[Union[str, Mapping[str, Any]]]]';
    case 'text':
    case 'url':
    case 'html':
    case 'instant':
    default:
      return 'str';
  }
}

const keywords: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

/** Returns the type of a schema; its objects become classes with names that start with `name`. */
function typeOf(schema: JsonSchema, name: string, classes: string[]): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const objects = alternatives.filter(({ properties }) => properties).length;
    const types = alternatives.map((one, index) =>
      typeOf(one, objects > 1 ? `${name}${index + 1}` : name, classes),
    );
    return `Union[${types.join(', ')}]`;
  }
  if (schema.const !== undefined) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum);
  if (schema.items) return `List[${typeOf(schema.items, name, classes)}]`;
  if (schema.properties) return classOf(schema, name, classes);
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    const isTyped = typeof additionalProperties === 'object';
    return `Dict[str, ${isTyped ? typeOf(additionalProperties, name, classes) : 'Any'}]`;
  }
  const types = [schema.type ?? []].flat().map((type) => keywords[type] ?? 'Any');
  if (types.length === 0) return 'Any';
  return types.length === 1 ? String(types[0]) : `Union[${types.join(', ')}]`;
}

function classOf(
  { properties = {}, required = [] }: JsonSchema,
  name: string,
  classes: string[],
): string {
  const fields = Object.entries(properties).map(
    ([property, schema]) =>
      [property, typeOf(schema, name + pascalCase(property), classes)] as const,
  );
  const optional = fields.filter(([property]) => !required.includes(property));
  const always = fields.filter(([property]) => required.includes(property));
  const head = optional.length === 0 ? name : `_${name}`;
  classes.push(typedDict(head, always));
  if (optional.length > 0) {
    const lines = optional.map(([property, type]) => `    ${property}: ${type}`);
    classes.push(`\nclass ${name}(${head}, total=False):\n${lines.join('\n')}`);
  }
  return name;
}

/** A key that is a keyword of Python cannot be written as a field of a class. */
function typedDict(name: string, fields: readonly (readonly [string, string])[]): string {
  if (fields.some(([property]) => keywordKeys.has(property))) {
    const entries = fields.map(([property, type]) => `"${property}": ${JSON.stringify(type)}`);
    return `\n${name} = TypedDict("${name}", {${entries.join(', ')}})`;
  }
  const lines = fields.map(([property, type]) => `    ${property}: ${type}`);
  return `\nclass ${name}(TypedDict):\n${lines.join('\n') || '    pass'}`;
}

const keywordKeys: ReadonlySet<string> = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const pascalCase = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

const literals = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
