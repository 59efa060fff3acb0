import { DefaultNamingStrategy } from 'typeorm';
import { toSnakeCase } from './snake-case';

/** Names columns as {@link columnOf} does, so that repositories and SQL mean the same ones. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return toSnakeCase([...embeddedPrefixes, customName ?? propertyName].join('_'));
  }
}
