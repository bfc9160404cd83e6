// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice A plain ERC-20 token that its owner can mint.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address private immutable minter = msg.sender;

    uint256 public totalSupply;
    mapping(address wallet => uint256) public balanceOf;
    mapping(address wallet => mapping(address spender => uint256)) public allowance;

    constructor(string memory theSymbol, uint8 theDecimals) {
        name = theSymbol;
        symbol = theSymbol;
        decimals = theDecimals;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "Only the maker of the token gives it out");
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= amount, "ERC20: insufficient allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) private {
        require(balanceOf[from] >= amount, "ERC20: transfer amount exceeds balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}
