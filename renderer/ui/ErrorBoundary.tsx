/**
 * Catches an error in drawing a part of the page, so that the page never goes blank. React offers
 * only a class for this.
 */
import { Component, type ReactNode } from 'react';

type Props = { readonly children: ReactNode; readonly otherwise: (again: () => void) => ReactNode };
type State = { readonly broken: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override render() {
    return this.state.broken
      ? this.props.otherwise(() => this.setState({ broken: false }))
      : this.props.children;
  }
}
