"""What a shell runs to ask for the words that complete one."""

from typing import Final

IN_BASH: Final = r"""
%(complete_func)s() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}" before word i
    # Bash has the word in pieces where it has `=` or `:` in it, and takes what completes the last piece.
    before="$line"
    [[ $2 == [=:] ]] || before="${line%%"$2"}"
    before="${before##*[[:blank:]]}"
    COMPREPLY=( $( env _TYPER_COMPLETE_ARGS="$line" _TYPER_COMPLETE_FISH_ACTION=get-args \
                   %(autocomplete_var)s=complete_fish "$1" ) )
    for i in "${!COMPREPLY[@]}"; do
        word="${COMPREPLY[i]%%%%$'\t'*}"
        word="${word#"${before#[\"\']}"}"
        if [[ $before != [\"\']* && $word == *[^[:alnum:]_.,:=/@%%+-]* ]]; then
            printf -v word %%q "$word"
        fi
        COMPREPLY[i]=$word
    done
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]]; then
        compopt -o nospace
    fi
}

complete -o default -F %(complete_func)s %(prog_name)s
"""
"""What asks for words in bash, as typer fills it in: its own knows of no word with `=` or `:` in it.

Words come one a line, with help behind a tab, as fish has them.
"""
